/** So many stock numbers that follow each other have their rows side by side. */
const pageSize = 1024

/**
 * Rows by stock number. Numbers are given in turn, so they lie in pages; a map of a million is copied as a whole whenever
 * it becomes too small, and nobody is answered for a tenth of a second.
 */
export class RowNumbers {
  /** One more than the row; 0 is none. */
  private readonly pages = new Map<number, Int32Array>()

  get(id: number): number | undefined {
    const row = this.pages.get(Math.floor(id / pageSize))?.[id % pageSize]
    return row === undefined || row === 0 ? undefined : row - 1
  }

  set(id: number, row: number): void {
    const number = Math.floor(id / pageSize)
    let page = this.pages.get(number)
    if (!page) {
      page = new Int32Array(pageSize)
      this.pages.set(number, page)
    }
    page[id % pageSize] = row + 1
  }
}
