import { createContext } from 'react'
import type { Locale } from './language/locales.ts'

/**
 * The language of a document whose address names none. The server negotiates it with the visitor (docs/product.md 1.2)
 * and writes it into the document, where the browser finds it.
 */
export const LocaleElsewhere = createContext<Locale | null>(null)
