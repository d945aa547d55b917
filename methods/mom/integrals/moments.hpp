#pragma once

#include <curlew/methods/mom/integrals/green.hpp>

namespace curlew::mom {

// Returns a . x for a vector x of complex numbers.
template <class Factor, class Real>
CURLEW_MOM_FUNCTION Parts<Real> dot_parts(const Factor *a, const PartsVector<Real> &x) {
  return {a[0] * x[0].re + a[1] * x[1].re + a[2] * x[2].re,
          a[0] * x[0].im + a[1] * x[1].im + a[2] * x[2].im};
}

// Returns component d of a x b, b complex.
template <class Factor, class Real>
CURLEW_MOM_FUNCTION Parts<Real> cross_component(const Factor *a, const PartsVector<Real> &b,
                                                int d) {
  const int u = (d + 1) % 3, v = (d + 2) % 3;
  return {a[u] * b[v].re - a[v] * b[u].re, a[u] * b[v].im - a[v] * b[u].im};
}

// Integrals over a pair of faces that serve all nine pairs of their corners
// (docs/methods/mom-notes.md, "Moments"). rho, rho': positions from the centroids; g and h: Green's
// functions of green.hpp; R = r - r'; n: the normal of the test face. Integrated over r and r', in
// m and its powers:
//   s0 = <g>, s1 = <g rho>, s2 = <g rho'>, s3 = <g rho.rho'>
//   k0 = <h (rho x n).(R x rho')>, w = <h R x rho'>, v = -<h (rho x n) x R>, y = -<h R>
// where rho x n is rho without `turned` (Combination).
template <class Real> struct ElectricMoments { Parts<Real> s0, s1[3], s2[3], s3; };
template <class Real> struct MagneticMoments { Parts<Real> k0, w[3], v[3], y[3]; };

template <class Real>
CURLEW_MOM_FUNCTION void add(ElectricMoments<Real> &sum, const ElectricMoments<Real> &other) {
  sum.s0.add(other.s0);
  sum.s3.add(other.s3);
  for (int d = 0; d < 3; ++d) {
    sum.s1[d].add(other.s1[d]);
    sum.s2[d].add(other.s2[d]);
  }
}
template <class Real>
CURLEW_MOM_FUNCTION void add(MagneticMoments<Real> &sum, const MagneticMoments<Real> &other) {
  sum.k0.add(other.k0);
  for (int d = 0; d < 3; ++d) {
    sum.w[d].add(other.w[d]);
    sum.v[d].add(other.v[d]);
    sum.y[d].add(other.y[d]);
  }
}

// Returns the moments of the same pair, with source face and test face exchanged.
template <class Real>
CURLEW_MOM_FUNCTION ElectricMoments<Real> exchanged(const ElectricMoments<Real> &moments) {
  ElectricMoments<Real> other = moments;
  for (int d = 0; d < 3; ++d) {
    other.s1[d] = moments.s2[d];
    other.s2[d] = moments.s1[d];
  }
  return other;
}

// Does the same for the moments of h, without `turned`.
template <class Real>
CURLEW_MOM_FUNCTION MagneticMoments<Real> exchanged(const MagneticMoments<Real> &moments) {
  MagneticMoments<Real> other = moments;
  for (int d = 0; d < 3; ++d) {
    other.w[d] = -1.0 * moments.v[d];
    other.v[d] = -1.0 * moments.w[d];
    other.y[d] = -1.0 * moments.y[d];
  }
  return other;
}

template <class Real>
CURLEW_MOM_FUNCTION MagneticMoments<Real> operator*(double f,
                                                    const MagneticMoments<Real> &moments) {
  MagneticMoments<Real> result;
  result.k0 = f * moments.k0;
  for (int d = 0; d < 3; ++d) {
    result.w[d] = f * moments.w[d];
    result.v[d] = f * moments.v[d];
    result.y[d] = f * moments.y[d];
  }
  return result;
}

// Adds the integrals over r' at one point r of the test face. `t0`, `t1`: the sums of g and g rho'
// over the source face; `rho`, `weight`: position from the centroid and weight of r.
template <class Real, class Rho>
CURLEW_MOM_FUNCTION void add_point(ElectricMoments<Real> &m, double weight, const Rho *rho,
                                   const Parts<Real> &t0, const PartsVector<Real> &t1) {
  m.s0.add(weight, t0);
  for (int d = 0; d < 3; ++d) {
    m.s1[d].add(weight * rho[d], t0);
    m.s2[d].add(weight, t1[d]);
    m.s3.add(weight * rho[d], t1[d]);
  }
}

// Does the same for h. `from`: r minus the centroid of the source face; `turned`: rho x n.
template <class Real, class Turned, class Vector>
CURLEW_MOM_FUNCTION void add_point(MagneticMoments<Real> &m, double weight, const Turned *turned,
                                   const Vector &from, const Parts<Real> &t0,
                                   const PartsVector<Real> &t1) {
  PartsVector<Real> p, q;
  for (int d = 0; d < 3; ++d) {
    p[d] = cross_component(&from[0], t1, d); // h R x rho' = h (r - c) x rho'
    q[d] = t1[d];
    q[d].subtract(from[d] * t0);
  }
  for (int d = 0; d < 3; ++d) {
    m.k0.add(weight * turned[d], p[d]);
    m.w[d].add(weight, p[d]);
    m.v[d].add(weight, cross_component(turned, q, d));
    m.y[d].add(weight, q[d]);
  }
}

// Factors of the moments in the matrix, which is
//   electric (jk vector <f.f' G> - j/k charge <div f div f' G>)
//     + magnetic (<f.f'>/2 + <f x n . h R x f'>),
// with f and f' basis functions; both lines in the unit of eta0 J (docs/methods/mom-notes.md,
// "Equations"). Where `turned` is false, the last line is magnetic <f . h R x f'>, with the
// principal value alone ("Bodies").
struct Combination {
  double wavenumber = 0; // 1/m
  double electric = 1, magnetic = 0;
  double decay = 0; // k = wavenumber - j decay; 0 with testing at centroids
  double vector = 1, charge = 1;
  bool turned = true;

  CURLEW_MOM_FUNCTION Wavenumber k() const { return {wavenumber, decay}; }
  CURLEW_MOM_FUNCTION double k_squared() const { return wavenumber * wavenumber + decay * decay; }
  // Return jk, and -4j/k for the divergences of functions l/2A (r - v), which are l/A.
  CURLEW_MOM_FUNCTION Parts<double> vector_factor() const {
    return {electric * vector * decay, electric * vector * wavenumber};
  }
  CURLEW_MOM_FUNCTION Parts<double> charge_factor() const {
    const double factor = 4 * electric * charge / k_squared();
    return {factor * decay, -factor * wavenumber};
  }
};

template <class Real>
CURLEW_MOM_FUNCTION void add_product(const Parts<double> &factor, const Parts<Real> &value,
                                     Parts<Real> &sum) {
  sum.re += factor.re * value.re - factor.im * value.im;
  sum.im += factor.re * value.im + factor.im * value.re;
}

// Replaces a function f where the magnetic field is tested: by f x n, or by f.
template <class Real>
CURLEW_MOM_FUNCTION void turn(const Combination &with, const Real *f, const double *normal,
                              Real *result) {
  for (int d = 0; d < 3; ++d) {
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    result[d] = with.turned ? f[u] * normal[v] - f[v] * normal[u] : f[d];
  }
}

// Matrix entries of one source corner b and all test corners, for edges of length 1, times the
// areas. With the moments taken about b, an entry is u - a . v for the test corner a; the magnetic
// moments have a x n in the place of a. `a`, `b`: the corners from their centroids.
template <class Real, bool k_magnetic> class SourceCorner {
public:
  template <class B>
  CURLEW_MOM_FUNCTION SourceCorner(const Combination &with, const ElectricMoments<Real> &electric,
                                   const MagneticMoments<Real> &magnetic, const B *b)
      : magnetic_(with.magnetic) {
    const Parts<double> vector = with.vector_factor();
    Parts<Real> sum = electric.s3;
    sum.subtract(dot_parts(b, electric.s1));
    add_product(vector, sum, u_);
    add_product(with.charge_factor(), electric.s0, u_);
    for (int d = 0; d < 3; ++d) {
      sum = electric.s2[d];
      sum.subtract(b[d] * electric.s0);
      add_product(vector, sum, v_[d]);
    }
    if constexpr (k_magnetic) {
      u_magnetic_ = magnetic.k0;
      u_magnetic_.add(dot_parts(b, magnetic.v));
      for (int d = 0; d < 3; ++d) {
        v_magnetic_[d] = magnetic.w[d];
        v_magnetic_[d].subtract(cross_component(b, magnetic.y, d)); // + y x b
      }
    }
  }

  // Returns an entry, to be multiplied by inverse_areas(). `a_turned`: result of turn().
  template <class A> CURLEW_MOM_FUNCTION Parts<Real> entry(const A *a, const A *a_turned) const {
    Parts<Real> value = u_;
    value.subtract(dot_parts(a, v_));
    if constexpr (k_magnetic) {
      Parts<Real> other = u_magnetic_;
      other.subtract(dot_parts(a_turned, v_magnetic_));
      value.add(magnetic_, other);
    }
    return value;
  }

private:
  double magnetic_;
  Parts<Real> u_, u_magnetic_;
  PartsVector<Real> v_, v_magnetic_;
};

// Returns the factor of entries of faces with areas A and A', with edges of length 1.
CURLEW_MOM_FUNCTION double inverse_areas(double area, double other) {
  return 1 / (16 * 3.14159265358979323846 * area * other);
}

} // namespace curlew::mom
