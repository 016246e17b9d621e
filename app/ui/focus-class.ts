/** Classes that cut a picture around a point, in per cent from the left and from the top; undefined: around its middle. */
export function focusClass(focus: { x: number; y: number } | null | undefined): string | undefined {
  return focus ? `focused focus-x-${step(focus.x)} focus-y-${step(focus.y)}` : undefined
}

/** The nearest of the steps of 5 per cent for which focal-points.css has a class. */
const step = (percent: number) => Math.round(percent / 5) * 5
