import { isPrivate, type RouteName } from '#app/language/route-table.ts'

/** Pages that go by a visitor's cookies, or are never the same twice. */
const ofOneVisitor: readonly RouteName[] = [
  'cart',
  'checkout',
  'checkout-success',
  'contact-success',
  'withdrawal',
  'viewing',
  'wishes',
  'compare',
  'piece-alert',
]

/** Whether a page is made for one visitor: nobody keeps it, and no browser fetches it ahead. */
export const isVisitorsPage = (name: RouteName) => isPrivate(name) || ofOneVisitor.includes(name)
