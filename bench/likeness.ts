/** Pixels of one picture, three bytes each (RGB). */
export type Pixels = { data: Uint8Array; width: number; height: number }

/** SSIM's constants for a range of 255 (Wang, Bovik, Sheikh, Simoncelli 2004). */
const c1 = (0.01 * 255) ** 2
const c2 = (0.03 * 255) ** 2
const side = 8
const step = 4

/**
 * How alike two pictures of one size are, by SSIM of their luminance in windows of 8 × 8: all of them in the mean, and the
 * hundredth part that is worst. Blocks and lost engraving are in few places, which a mean hides.
 */
export function likeness(one: Pixels, other: Pixels): { mean: number; worst: number } {
  if (one.width !== other.width || one.height !== other.height) throw new Error('pictures of two sizes')
  const [left, right] = [luminance(one), luminance(other)]
  const windows: number[] = []
  for (let y = 0; y + side <= one.height; y += step)
    for (let x = 0; x + side <= one.width; x += step)
      windows.push(windowLikeness(left, right, y * one.width + x, one.width))
  windows.sort((first, second) => first - second)
  const worst = windows.slice(0, Math.max(1, Math.floor(windows.length / 100)))
  return { mean: mean(windows), worst: mean(worst) }
}

function windowLikeness(left: Float64Array, right: Float64Array, from: number, stride: number): number {
  let [sumLeft, sumRight, squaresLeft, squaresRight, products] = [0, 0, 0, 0, 0]
  for (let row = 0; row < side; row += 1)
    for (let at = from + row * stride; at < from + row * stride + side; at += 1) {
      const [a, b] = [left[at] as number, right[at] as number]
      sumLeft += a
      sumRight += b
      squaresLeft += a * a
      squaresRight += b * b
      products += a * b
    }
  const count = side * side
  const [meanLeft, meanRight] = [sumLeft / count, sumRight / count]
  const variances = (squaresLeft + squaresRight) / count - meanLeft ** 2 - meanRight ** 2
  const covariance = products / count - meanLeft * meanRight
  return (
    ((2 * meanLeft * meanRight + c1) * (2 * covariance + c2)) /
    ((meanLeft ** 2 + meanRight ** 2 + c1) * (variances + c2))
  )
}

/** ITU-R BT.709. */
function luminance({ data, width, height }: Pixels): Float64Array {
  return Float64Array.from(
    { length: width * height },
    (_, at) =>
      0.2126 * (data[at * 3] as number) +
      0.7152 * (data[at * 3 + 1] as number) +
      0.0722 * (data[at * 3 + 2] as number),
  )
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
