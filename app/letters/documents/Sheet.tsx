import { Document, Page, View } from '@react-pdf/renderer'
import type { ReactNode } from 'react'
import type { Locale } from '#app/language/locales.ts'
import type { Company } from '#app/shop/settings/trade-settings.ts'
import { companyLine } from '../company-line.ts'
import { letterWords } from '../letter-words.ts'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

/**
 * A document on our paper: the shop's name above, the company below, and which document each page is of, for a page may
 * come away from the others, that of the signatures too.
 */
export function Sheet({ children, ...of }: SheetProps) {
  return (
    <SheetFile {...of}>
      <SheetPages {...of}>{children}</SheetPages>
    </SheetFile>
  )
}

type SheetProps = {
  title: string
  shopName: string
  company: Company
  locale: Locale
  children: ReactNode
}

/** A file of one document or several (`SheetPages`), with what a reader of files shows of it. */
export function SheetFile({ title, shopName, company, locale, children }: SheetProps) {
  return (
    <Document title={title} author={company.name} language={locale} creator={shopName} producer={shopName}>
      {children}
    </Document>
  )
}

/** The pages of one document, numbered by themselves whatever else is in the file. */
export function SheetPages({ title, shopName, company, locale, children }: SheetProps) {
  const t = letterWords(locale)
  return (
    <Page size="A4" style={sheet.page}>
      <Text style={sheet.name} fixed>
        {shopName}
      </Text>
      {children}
      <View style={sheet.footer} fixed>
        <Text>{companyLine(company, locale)}</Text>
        <Text
          render={({ subPageNumber, subPageTotalPages }) =>
            `${title} · ${t('page', { page: String(subPageNumber), pages: String(subPageTotalPages) })}`
          }
        />
      </View>
    </Page>
  )
}
