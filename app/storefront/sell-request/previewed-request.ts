import { createContext } from 'react-router'
import type { SellRequestView } from '#app/shop/buying/types.ts'

/** The request that its page shows, where it is not yet as it is shown: with an offer that staff are writing. */
export const previewedRequestContext = createContext<SellRequestView | null>(null)
