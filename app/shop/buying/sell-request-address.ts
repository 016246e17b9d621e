import type { Locale } from '#app/language/locales.ts'

/** Where a seller follows their request: linked in every mail. The page exists in German only. */
export function sellRequestAddress(siteUrl: string, { token }: { locale: Locale; token: string }): string {
  return `${siteUrl}/de/ankauf/${token}`
}
