import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Database } from '#app/platform/database/database.ts'
import { readSettings } from '../settings/settings.ts'
import { passwordLength } from './passwords.ts'

export type PasswordFault = 'too-short' | 'too-long' | 'too-easy' | 'own-words'

/** Whose password it is to be, and at which address the shop is. */
export type Choosing = { names: readonly string[]; emails: readonly string[]; siteUrl: string }

/** As many guesses a password must bear at least: what the estimate itself calls safe against online guessing. */
const fewestGuesses = 1e8

/** Characters that are estimated: the work grows with them, and what is strong so far is strong. */
const estimated = 64

/** Shorter words are in everything. */
const shortestWord = 3

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loaded when somebody first chooses a password: its lists take 30 MB, and most processes never need them. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= (async () => {
    const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary: common }, { dictionary: german }] =
      await Promise.all([
        import('@zxcvbn-ts/core'),
        import('@zxcvbn-ts/language-common'),
        import('@zxcvbn-ts/language-de'),
      ])
    return new ZxcvbnFactory({ dictionary: { ...common, ...german }, graphs: adjacencyGraphs })
  })()
  return estimator
}

/**
 * What is wrong with a chosen password: its length in characters, `own-words` where it is made of the names or addresses
 * of the shop or the person and little else, `too-easy` where it is common or follows a pattern that guessers try first.
 */
export async function passwordFault(
  db: Database,
  password: string,
  choosing: Choosing,
): Promise<PasswordFault | null> {
  const { length } = [...password]
  if (length < passwordLength.least) return 'too-short'
  if (length > passwordLength.most) return 'too-long'
  const { site } = await readSettings(db)
  const own = ownWords(site.name, choosing)
  const { guesses, sequence } = (await loadEstimator()).check(
    password.normalize('NFKC').slice(0, estimated),
    own,
  )
  if (guesses >= fewestGuesses) return null
  return sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs') ? 'own-words' : 'too-easy'
}

function ownWords(shop: string, { names, emails, siteUrl }: Choosing): string[] {
  const whole = [shop, ...names, ...emails, new URL(siteUrl).hostname]
  const words = whole.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    return [text, parts.join(''), ...parts]
  })
  return [...new Set(words.map((word) => word.normalize('NFKC').toLowerCase()))].filter(
    (word) => word.length >= shortestWord,
  )
}
