import type { CartEntry } from '#app/shop/checkout/cart-cookie.ts'

/** A piece that was just taken out, and where it lay. */
export type Removed = CartEntry & { at: number }

/** As it travels in an address and a form: `10482_985000_2`. */
export function undoText({ id, seenCents, at }: Removed): string {
  return [id, seenCents ?? '', at].join('_')
}

export function readUndo(text: string | null): Removed | null {
  const [, id, cents, at] = /^([A-Za-z0-9-]{1,16})_(\d{0,10})_(\d{1,2})$/.exec(text ?? '') ?? []
  return id ? { id, seenCents: cents ? Number(cents) : null, at: Number(at) } : null
}
