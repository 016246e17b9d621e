/**
 * The shortest text found that still does it: lines of the head, pairs of queries and forms, and ever smaller pieces of
 * the rest are left out one after the other as long as `does` says so (delta debugging: A. Zeller and R. Hildebrandt,
 * IEEE Transactions on Software Engineering 28/2, 2002). At most `tries` questions.
 */
export async function minimise(
  text: string,
  does: (text: string) => Promise<boolean>,
  { tries = 100 } = {},
): Promise<string> {
  let least = text
  let left = tries
  const attempt = async (shorter: string) => {
    if (left <= 0 || shorter === least || shorter.length >= least.length) return false
    left -= 1
    if (!(await does(shorter))) return false
    least = shorter
    return true
  }
  for (const [between, keeps] of [
    ['\n', 1],
    ['&', 0],
    [',', 0],
    ['; ', 0],
  ] as const) {
    for (let at = least.split(between).length - 1; at >= keeps; at -= 1)
      await attempt(
        least
          .split(between)
          .filter((_, index) => index !== at)
          .join(between),
      )
  }
  for (let size = Math.floor(least.length / 2); size >= 1 && left > 0; size = Math.floor(size / 2)) {
    for (let at = least.length - size; at >= 0; at -= size)
      await attempt(least.slice(0, at) + least.slice(at + size))
  }
  return least
}
