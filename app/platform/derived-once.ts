/** So many makings of one object are kept, such as one for each language. */
const most = 8

/**
 * `make`, whose result is kept for as long as its first argument lives, by identity of all arguments: for what is worked
 * out of an object that many pages show and that is another one when anything of it changes. Notes nothing for the answer
 * under way (`answerUses`): whoever gives the arguments does.
 */
export function derivedOnce<First extends object, Rest extends readonly unknown[], Made>(
  make: (first: First, ...rest: Rest) => Made,
): (first: First, ...rest: Rest) => Made {
  const known = new WeakMap<First, { rest: Rest; made: Made }[]>()
  return (first, ...rest) => {
    const kept = known.get(first) ?? []
    const found = kept.find(
      (each) => each.rest.length === rest.length && each.rest.every((argument, at) => argument === rest[at]),
    )
    if (found) return found.made
    const made = make(first, ...rest)
    if (kept.length === most) kept.shift()
    kept.push({ rest, made })
    known.set(first, kept)
    return made
  }
}
