import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| V'))

/** How many requirements of levels 1 and 2 the sections of OWASP ASVS 5.0 begin with; V10 and V17 are named whole. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 11, '6.3': 3, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 3 },
  ...{ '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2 },
  ...{ '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1 },
  ...{ '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}

test('docs/security.md has a row for each requirement, and one alone', () => {
  const wanted = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `V${section}.${index + 1}`),
  )
  const named = rows.flatMap((row) => row.split('|')[1]?.match(/V[\d.]+/g) ?? [])
  expect(named.toSorted()).toEqual([...wanted, 'V10', 'V17'].toSorted())
})

test('each row of it says how it stands, and what is met names files that are there', () => {
  const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => name.includes('/') || /\.(?:ts|tsx|mjs|md|json)$/.test(name))
  expect(named.length).toBeGreaterThan(100)
  expect([...new Set(named)].filter((name) => !existsSync(name))).toEqual([])
  const states = rows.map((row) => row.split('|')[3]?.trim())
  expect(states.filter((state) => !/^(?:met|in part|none here|\*\*not met\*\*)$/.test(state ?? ''))).toEqual(
    [],
  )
})
