import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Lines of the demo's stories, each with the file that it stands in. */
const folder = 'db/demo/stories'
const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .replace(/[\u00a0\u202f]/g, ' ')
      .split('\n')
      .map((text) => ({ file, text })),
  )

const number = String.raw`(?:EUR )?\d[\d.,]*(?: (?:g|EUR)| ?%)?`
const equation = new RegExp(`(${number}(?: [×÷] ${number})+) = \\**€?(${number})`, 'g')

/** A lone mark before three figures parts thousands in prices and in what is divided, and begins decimals in weights. */
function read(text: string, thousands = text.includes('EUR')): { digits: bigint; scale: number } {
  const bare = text.replace(/[^\d.,]|[.,]$/g, '')
  const whole = thousands && /^\d{1,3}[.,]\d{3}$/.test(bare)
  const decimals = whole ? '' : (/[.,](\d+)$/.exec(bare)?.[1] ?? '')
  return { digits: BigInt(bare.replace(/[.,]/g, '')), scale: decimals.length }
}

test('what the demo’s texts reckon comes out, to the last figure they show', () => {
  let count = 0
  for (const { file, text } of lines) {
    for (const [whole, left = '', right = ''] of text.matchAll(equation)) {
      let [over, under] = [1n, 1n]
      for (const [part, sign = ''] of left.matchAll(new RegExp(`(?:([×÷]) )?${number}`, 'g'))) {
        const { digits, scale } = read(part, sign === '' && left.includes('÷'))
        const power = 10n ** BigInt(scale + (part.includes('%') ? 2 : 0))
        if (sign === '÷') [over, under] = [over * power, under * digits]
        else [over, under] = [over * digits, under * power]
      }
      const shown = read(right)
      const scaled = over * 10n ** BigInt(shown.scale)
      expect({ file, whole, makes: (2n * scaled + under) / (2n * under) }).toEqual({
        file,
        whole,
        makes: shown.digits,
      })
      count += 1
    }
  }
  expect(count).toBeGreaterThan(10)
})

test('no text of the demo says by itself what share is paid: the table of what holds does', () => {
  const told = lines.flatMap(({ file, text }) =>
    text
      .split(/(?<=[.:;]) /)
      .filter(
        (sentence) =>
          /\d ?%|\b(?:zehn|drei) Prozent|\bper cent for\b/.test(sentence) &&
          /zahlen|rechnen wir|unsere? Sätze?|bei uns|für Altgold|Auszahlung|\bwe pay|\bour\b/i.test(
            sentence,
          ) &&
          !/Beispiel|example|bei 3\.500|EUR 3,500|\d ?% davon|\d% of it|=/i.test(sentence),
      )
      .map((sentence) => `${file}: ${sentence}`),
  )
  expect(told).toEqual([])
})
