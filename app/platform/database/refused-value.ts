/**
 * Whether PostgreSQL refused a value that it was given because its type has none such: a number that is too large for the
 * column (22003), or text with a NUL (22021; 22P05 in JSON). Nothing is called that, and nothing was done. An overflow of
 * its own arithmetic ("integer out of range") is a fault of ours. Codes: PostgreSQL, appendix A.
 */
export function isValueRefused(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === '22003') return /^value ".*" is out of range for type /.test(message)
  return code === '22021' || code === '22P05'
}
