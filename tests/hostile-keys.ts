/** Names that every object knows, that parsers read as paths, or that nothing is called: none may ever be followed. */
export const hostileKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupSetter__',
  'toLocaleString',
  'then',
  'toJSON',
  'length',
  '__proto__.polluted',
  '__proto__[polluted]',
  'constructor.prototype.polluted',
  'constructor[prototype][polluted]',
  'a[__proto__][polluted]',
  '[]',
  '',
  ' ',
  '-1',
  'NaN',
  'undefined',
  'null',
  '../..',
  '%5f%5fproto%5f%5f',
  '\u{1f600}',
  '\ud800',
]

const shared = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Promise.prototype]
const stateOf = () =>
  shared.map((prototype) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(
      ([key, { value, get, set }]) => [key, value, get, set] as const,
    ),
  )
const before = stateOf()

/** What was added to, or changed of, the objects that all others inherit from, since this file was first read. */
export function pollution(): string[] {
  const now = stateOf()
  const faults: string[] = []
  for (const [index, properties] of now.entries()) {
    const known = new Map((before[index] ?? []).map(([key, ...rest]) => [key, rest]))
    for (const [key, ...rest] of properties)
      if (!known.get(key)?.every((each, at) => Object.is(each, rest[at]))) faults.push(`${index}: ${key}`)
  }
  return faults
}
