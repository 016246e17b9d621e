/** Stock numbers as an address carries them, `10361.10362`: browsers read and write them too. */
const stockNumber = /^[1-9]\d{3,7}$/

/** Whether a text can be a stock number at all: what cannot is not asked of the database. */
export function isStockNumber(text: string): boolean {
  return stockNumber.test(text)
}

/**
 * The stock numbers of an address or a browser's storage, each once, at most `limit`. `ignored`: how many parts were no
 * numbers, or too many.
 */
export function readStockNumbers(text: string, limit: number): { ids: string[]; ignored: number } {
  const parts = [...new Set(text.split('.').filter((part) => part !== ''))]
  const ids = parts.filter(isStockNumber).slice(0, limit)
  return { ids, ignored: parts.length - ids.length }
}
