import type { WithdrawalStage } from '#app/shop/withdrawals/withdrawal-shape.ts'

export const stageLooks: Readonly<Record<WithdrawalStage, string>> = {
  open: 'state state-warn',
  'no-order': 'state state-bad',
  awaited: 'state',
  'to-inspect': 'state state-warn',
  'to-refund': 'state state-warn',
  'to-send': 'state state-warn',
  done: 'state state-good',
}
