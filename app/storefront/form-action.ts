import type { ActionFunctionArgs } from 'react-router'
import { appContext, clientContext } from '#app/app-context.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { sellAction } from '#app/sell-form/sell-action.ts'
import { contactAction } from './contact-action.ts'

/** Wherever the forms stand: a request to sell is answered by the sell page, a message by the others. */
export function formAction(args: ActionFunctionArgs) {
  if (matchRoute(args.url.pathname)?.name !== 'sell') return contactAction(args)
  const { context, request } = args
  return sellAction({ app: context.get(appContext), client: context.get(clientContext), request })
}
