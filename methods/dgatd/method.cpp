#include <curlew/methods/dgatd/method.hpp>

#include <curlew/methods/dgatd/case/check_case.hpp>
#include <curlew/methods/dgatd/check.hpp>
#include <curlew/methods/dgatd/run.hpp>

namespace curlew::dgatd {

Method method() {
  return {k_name, case_method(), check, run};
}

} // namespace curlew::dgatd
