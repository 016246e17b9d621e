/** What an error answer says: the table of docs/product.md 7. */
export type ErrorAnswer = { message: string; fatal: boolean }
