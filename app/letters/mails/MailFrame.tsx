import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'
import { type Locale, languageTags } from '#app/language/locales.ts'
import { shownPhone } from '#app/language/phone.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { companyLine } from '../company-line.ts'
import { letterWords } from '../letter-words.ts'
import { styles } from './styles.ts'

export type Sender = Pick<Settings, 'site' | 'contact' | 'company'>

/** What every mail has: the shop's name, a title, who writes, and the company's details below. */
export function MailFrame({
  sender,
  locale,
  subject,
  title,
  preview,
  unsigned = false,
  children,
}: {
  sender: Sender
  locale: Locale
  subject: string
  title: string
  /** What a list of mails shows beside the subject: how the text begins, without the greeting. */
  preview: string
  /** Without the words every letter to a customer ends with: to staff, or with an end of its own. */
  unsigned?: boolean
  children: ReactNode
}) {
  const t = letterWords(locale)
  return (
    <Html lang={languageTags[locale]}>
      <Head>
        <title>{subject}</title>
        {/* Letters are on light paper. Programs that darken what does not say so would darken half of it. */}
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
      </Head>
      <Preview>{begin(preview)}</Preview>
      <Body style={styles.body}>
        {/* A page that shows mails strips the frame and its language: the text brings its own. */}
        <div
          role="article"
          aria-roledescription={t('mail')}
          aria-label={subject}
          lang={languageTags[locale]}
          dir="ltr"
        >
          <Container style={styles.sheet}>
            <Text style={styles.name}>{sender.site.name}</Text>
            <Heading as="h1" style={styles.title}>
              {title}
            </Heading>
            {children}
            {!unsigned && (
              <Section>
                <Text style={{ ...styles.text, marginTop: '28px' }}>
                  {t('questions', {
                    phone: shownPhone(sender.contact.phone, locale),
                    email: sender.contact.email,
                  })}
                </Text>
                <Text style={styles.text}>
                  {t('closing')}
                  <br />
                  {sender.site.name}
                </Text>
              </Section>
            )}
            <Hr style={styles.rule} />
            <Text style={styles.small}>{companyLine(sender.company, locale)}</Text>
          </Container>
        </div>
      </Body>
    </Html>
  )
}

/** After the greeting German goes on with a small letter; alone it begins with a capital. */
const begin = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
