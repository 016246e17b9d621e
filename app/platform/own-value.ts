/**
 * What an object or a list itself holds under a key that came from outside: nothing of what every object knows, such as
 * `__proto__` or `constructor`, and nothing of what is no object.
 */
export function ownValue<T>(
  of: { readonly [key: string]: T } | null | undefined,
  key: PropertyKey,
): T | undefined
export function ownValue(of: unknown, key: PropertyKey): unknown
export function ownValue(of: unknown, key: PropertyKey): unknown {
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, key)) return undefined
  return (of as Record<PropertyKey, unknown>)[key]
}
