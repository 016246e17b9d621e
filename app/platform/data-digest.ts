import { hash } from 'node:crypto'

/**
 * The same for plain data that is the same: also in what is missing or undefined, and in which of its objects are the
 * same one, for a page's data is written by that. (`v8.serialize` tells apart numbers by how the engine holds them.)
 * @throws on what is no plain data
 */
export function digestOf(data: unknown): string {
  const words: string[] = []
  write(data, words, new Map())
  return hash('sha256', words.join(''), 'base64')
}

function write(data: unknown, words: string[], seen: Map<object, number>): void {
  if (typeof data === 'string') words.push('"', String(data.length), ':', data)
  else if (typeof data === 'number') words.push('#', Object.is(data, -0) ? '-0' : String(data), ';')
  else if (data === null || data === undefined || typeof data === 'boolean') words.push(String(data), ';')
  else if (typeof data === 'object') writeObject(data, words, seen)
  else throw new TypeError(`A ${typeof data} is no plain data`)
}

function writeObject(data: object, words: string[], seen: Map<object, number>): void {
  const known = seen.get(data)
  if (known !== undefined) {
    words.push('=', String(known), ';')
    return
  }
  seen.set(data, seen.size)
  if (Array.isArray(data)) {
    words.push('[', String(data.length), ':')
    for (const each of data) write(each, words, seen)
  } else if (data instanceof Date) words.push('@', String(data.getTime()), ';')
  else {
    const kind = Object.getPrototypeOf(data)
    if (kind !== Object.prototype && kind !== null) throw new TypeError('An instance is no plain data')
    const keys = Object.keys(data)
    words.push('{', String(keys.length), ':')
    for (const key of keys) {
      words.push(String(key.length), ':', key)
      write((data as Record<string, unknown>)[key], words, seen)
    }
  }
}
