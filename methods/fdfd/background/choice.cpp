#include <curlew/methods/fdfd/background/solve_background.hpp>

#include <fmt/format.h>

namespace curlew::fdfd {

BackgroundChoice choose_background(const Problem &problem, const BackgroundOptions &options) {
  BackgroundChoice choice;
  choice.form = options.form == BackgroundOptions::Form::shifted ? BackgroundOptions::Form::shifted
                                                                 : BackgroundOptions::Form::support;
  choice.eps_b = surrounding_eps(problem);
  if (choice.form == BackgroundOptions::Form::shifted) {
    complex largest = 1;
    for (std::size_t m = 1; m < problem.eps.size(); ++m)
      if (std::abs(problem.eps[m]) > std::abs(largest))
        largest = problem.eps[m];
    choice.eps_b = options.eps_b != complex(0) ? options.eps_b : largest * complex(0.7, -0.25);
  }
  return choice;
}

} // namespace curlew::fdfd
