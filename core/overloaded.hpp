#pragma once

namespace curlew {

// One callable made of several, for std::visit: the one that takes the alternative is called.
template <class... Callables> struct Overloaded : Callables... { using Callables::operator()...; };
template <class... Callables> Overloaded(Callables...) -> Overloaded<Callables...>;

} // namespace curlew
