import { createContext } from 'react-router'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'

/** A piece as its page will show it, for those who may see it before customers do; null: as it is shown to everybody. */
export const previewedPieceContext = createContext<ProductDetail | null>(null)
