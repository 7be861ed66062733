"""A Brownian motion between two absorbing bounds: how a sequential test may end.

The motion starts at 0, has `drift` and `variance` a unit of time, and ends at `lower`
< 0 or `upper` > 0. Source: the method of images with the change of measure of a drift,
as in Siegmund, Sequential Analysis (1985), chapter III, and Borodin and Salminen,
Handbook of Brownian Motion (2002), part II, section 2.3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import log_ndtr

from reports.intervals import Vector

FAR = 9.0  # standard deviations beyond which an image counts for nothing
NO_DRIFT = 1e-6  # exponent below which limits replace ratios of small numbers


@dataclass(frozen=True)
class Strip:
    """A Brownian motion in lower..upper; raises ValueError where 0 is not inside."""

    lower: float
    upper: float
    drift: float
    variance: float

    def __post_init__(self) -> None:
        if not (self.lower < 0 < self.upper and self.variance > 0):
            raise ValueError("a motion needs bounds around 0 and a positive variance")

    def reaches_upper(self) -> float:
        """The chance that the motion ends at the upper bound."""
        tilt = 2 * self.drift / self.variance
        width = self.upper - self.lower
        if abs(tilt * width) < NO_DRIFT:
            return -self.lower / width
        if tilt < 0:
            return 1 - self._mirrored().reaches_upper()
        return math.expm1(tilt * self.lower) / math.expm1(-tilt * width)

    def expected_time(self) -> float:
        """The mean time until the motion ends."""
        if abs(2 * self.drift * (self.upper - self.lower) / self.variance) < NO_DRIFT:
            return -self.lower * self.upper / self.variance
        up = self.reaches_upper()
        return (up * self.upper + (1 - up) * self.lower) / self.drift

    def reaches_upper_by(self, time: float) -> float:
        """The chance that the motion ends at the upper bound at `time` or before."""
        return self._by(time, self.upper)

    def reaches_lower_by(self, time: float) -> float:
        """The chance that the motion ends at the lower bound at `time` or before."""
        return self._mirrored().reaches_upper_by(time)

    def stays_below(self, time: float, level: float) -> float:
        """The chance that the motion has not ended at `time` and is below `level`."""
        scale = math.sqrt(self.variance * time)
        shifts = 2 * (self.upper - self.lower) * self._images(time)
        sources = np.concatenate([shifts, 2 * self.upper + shifts])
        signs = np.repeat([1.0, -1.0], len(shifts))
        ends = np.array([[self.lower], [level]]) - sources - self.drift * time
        weights = self.drift * sources / self.variance
        return float((signs * _mass(weights, *(ends / scale))).sum())

    def _by(self, time: float, bound: float) -> float:
        """First passages of the images of `bound`, each without the other bound."""
        images = bound + 2 * (self.upper - self.lower) * self._images(time)
        away, speed = np.abs(images), abs(self.drift)
        scale = math.sqrt(self.variance * time)
        weights = (self.drift * bound - speed * away) / self.variance
        direct = weights + log_ndtr((speed * time - away) / scale)
        back = 2 * speed * away / self.variance
        detour = weights + back + log_ndtr(-(speed * time + away) / scale)
        return float((np.sign(images) * (np.exp(direct) + np.exp(detour))).sum())

    def _images(self, time: float) -> Vector:
        # With a drift, passages beyond 2 FAR deviations weigh less than e^-40.
        reach = 2 * FAR * math.sqrt(self.variance * time)
        count = math.ceil(reach / (2 * (self.upper - self.lower))) + 2
        return np.arange(-count, count + 1).astype(float)

    def _mirrored(self) -> Strip:
        return Strip(-self.upper, -self.lower, -self.drift, self.variance)


def _mass(weights: Vector, low: Vector, high: Vector) -> Vector:
    """exp(weights) times the normal mass of low..high, from the nearer tail."""
    near = np.where(low > 0, -low, high)
    off = np.where(low > 0, -high, low)
    return np.asarray(
        np.exp(weights + log_ndtr(near)) - np.exp(weights + log_ndtr(off))
    )
