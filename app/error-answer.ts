/** What an error answer says: the table of docs/product.md 7. `sent`: the form that could not be dealt with. */
export type ErrorAnswer = { message: string; fatal: boolean; sent?: SentForm }

/** A form as it was sent: where to, and its fields in their order. `withFiles`: it may have held files, which are not kept. */
export type SentForm = { action: string; fields: [name: string, value: string][]; withFiles: boolean }
