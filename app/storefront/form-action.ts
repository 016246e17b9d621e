import type { ActionFunctionArgs } from 'react-router'
import { matchRoute } from '#app/language/route-table.ts'
import { contactAction } from './contact-action.ts'
import { sellAction } from './sell-action.ts'

/** Wherever the forms stand: a request to sell is answered by the sell page, a message by the others. */
export function formAction(args: ActionFunctionArgs) {
  return matchRoute(args.url.pathname)?.name === 'sell' ? sellAction(args) : contactAction(args)
}
