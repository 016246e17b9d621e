import { z } from 'zod'

/** A stock number as it is sent. */
export const pieceId = z.string().regex(/^[1-9]\d{3,7}$/)
