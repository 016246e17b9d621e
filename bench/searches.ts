import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'
import { dice } from '#db/demo-scale-pieces.ts'

/** What people type, by class; in a shop of the same pieces always the same. */
export async function searchesByClass(db: Database): Promise<Map<string, string[]>> {
  const models = await query(db, { brand: text, model: text })`
    select b.name as brand, m.name as model from model m join brand b on b.id = m.brand_id order by m.id`
  const references = await query(db, { number: text })`select number from reference order by id`
  const roll = dice(11)
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(roll() * list.length)] as Value
  const mistyped = (word: string) => {
    const at = 1 + Math.floor(roll() * Math.max(1, word.length - 2))
    return (
      word.slice(0, at) +
      pick(['', pick([...'aeinrst']), word.slice(at, at + 1).repeat(2)]) +
      word.slice(at + 1)
    )
  }
  const pairs = models.map(({ brand, model }) => `${brand} ${model}`)
  const words =
    lines(`ring weißgold | perlenkette | steel diver | goldring 585 | handaufzug herren | chronograph steel
    | brillant 1 carat | art deco brosche | uhr blau | sapphire ring platinum | gold watch ladies | silber armband`)
  const compounds = lines(`Damenuhr | Herrenuhren | Weißgoldringe | Diamantring | Perlenohrringe | Goldkette
    | Taucheruhr | Saphirring | Brillantohrstecker | Lederarmband | Stahluhr | Smaragdring | Platinring | Damengoldring
    | Rubinanhänger | Automatikuhr | Luxusuhr | Silberarmband`)
  const typing = [
    'rolex submariner',
    'damenuhr gold',
    'diamantring weißgold',
    'omega speedmaster',
    'perlenkette',
  ]
  return new Map([
    [
      'reference',
      references.flatMap(({ number }) => [number, number.replace(/[./-]/g, ''), number.slice(0, 4)]),
    ],
    ['maker and model', [...pairs, ...models.map(({ brand }) => brand)]],
    ['words', words],
    [
      'broad',
      lines(`uhr | gold | ring | watch | schmuck | stahl | diamant | damen | herren | steel | automatik | kette
      | u | r | g | s | d | a | ri | go | da | st | uhr gold | gold ring | damen uhr | verfügbar | ring damen`),
    ],
    ['letter by letter', typing.flatMap((whole) => Array.from(whole, (_, at) => whole.slice(0, at + 1)))],
    [
      'typing error',
      [
        ...models.flatMap(({ brand, model }) => [mistyped(model), `${mistyped(brand)} ${model}`]),
        ...words.map(mistyped),
      ],
    ],
    ['compound', [...compounds, ...compounds.map((word) => mistyped(word.toLowerCase()))]],
    [
      'price in words',
      lines(`Uhr unter 3000 Euro | Ring bis 1.000 € | over 5k | rolex zwischen 5000 und 10000
      | gold watch under 2000 | Diamantring ab 2.000 Euro | Damenuhr höchstens 1500 € | omega around 3000 euro`),
    ],
  ])
}

function lines(text: string): string[] {
  return text.split('|').map((line) => line.trim())
}
