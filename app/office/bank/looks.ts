import type { LineState } from '#app/shop/bank/line-shape.ts'

export const stateLooks: Readonly<Record<LineState, string>> = {
  open: 'state state-warn',
  booked: 'state state-good',
  aside: 'state state-quiet',
}
