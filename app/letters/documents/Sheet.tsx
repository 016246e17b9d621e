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
export function Sheet({
  title,
  shopName,
  company,
  locale,
  children,
}: {
  title: string
  shopName: string
  company: Company
  locale: Locale
  children: ReactNode
}) {
  const t = letterWords(locale)
  return (
    <Document title={title} author={company.name} language={locale} creator={shopName} producer={shopName}>
      <Page size="A4" style={sheet.page}>
        <Text style={sheet.name} fixed>
          {shopName}
        </Text>
        {children}
        <View style={sheet.footer} fixed>
          <Text>{companyLine(company, locale)}</Text>
          <Text
            render={({ pageNumber, totalPages }) =>
              `${title} · ${t('page', { page: String(pageNumber), pages: String(totalPages) })}`
            }
          />
        </View>
      </Page>
    </Document>
  )
}
