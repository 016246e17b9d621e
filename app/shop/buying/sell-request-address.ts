import { pathTo } from '#app/language/route-table.ts'

/** Where a seller follows their request: linked in every mail. The page exists in German only. */
export function sellRequestAddress(siteUrl: string, { token }: { token: string }): string {
  return `${siteUrl}${pathTo('de', 'sell-request', { token })}`
}
