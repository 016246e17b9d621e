import { createTranslator } from 'use-intl'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import type words from '#app/language/messages/de/calculator.json'
import type { EnteredLine } from '#app/shop/buying/valuation.ts'
import type { GoldWords } from './gold-words-in.ts'
import { sayLine } from './say-line.ts'

export type CalculatorWords = ReturnType<typeof calculatorWordsIn>

/** What the calculator alone says, in one language: the sell form, which has the same lines, is not sent it. */
export function calculatorWordsIn(locale: Locale, gold: GoldWords, messages: typeof words) {
  const t = createTranslator({ locale, timeZone, messages })
  const { euros, pricePerGram, perCent, spanOfEuros, spanOfGrams, number } = gold

  /** „20.11.2026, 14:30“ */
  const moment = (iso: string) =>
    new Intl.DateTimeFormat(languageTags[locale], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    }).format(new Date(iso))

  /** „20.11.2026“ */
  const day = (iso: string) =>
    new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'medium', timeZone }).format(new Date(iso))

  /** The calculator's lines as the beginning of a message. */
  function sayLines(lines: readonly EnteredLine[]): string {
    const said = lines
      .filter(({ amount }) => amount.trim() !== '')
      .flatMap((line) => sayLine(gold, line) ?? [])
    return `${t('bring')}\n${said.map((line) => `– ${line}`).join('\n')}\n\n`
  }

  return {
    gold,
    t,
    euros,
    pricePerGram,
    perCent,
    spanOfEuros,
    spanOfGrams,
    moment,
    day,
    number,
    sayLines,
  }
}
