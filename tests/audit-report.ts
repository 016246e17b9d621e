import { z } from 'zod'

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const

/** What `npm audit --json` answers, as far as it is told on. */
const answered = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string().catch(''),
      // A hole of its own, or the name of the package it comes with.
      via: z
        .array(z.union([z.string(), z.object({ title: z.string(), url: z.string().catch('') })]))
        .catch([]),
    }),
  ),
})
const failed = z.object({
  message: z.string().nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
})

export type Audit = { code: 0 | 1 | 2; lines: string[] }

/** The answer in words; `code` is what the command ends with. */
export function readAudit(json: string): Audit {
  const parsed = parse(json)
  const report = answered.safeParse(parsed)
  if (!report.success) {
    const { data } = failed.safeParse(parsed)
    // Whose registry it is, is nobody's business.
    const said = data?.message?.split(' - ')[0]?.replaceAll(/https?:\S+/g, '…')
    const why = data?.error?.code || said || 'no answer that can be read'
    return {
      code: 2,
      lines: [
        `! The registry in use does not answer what holes are known (${why}).`,
        '  Nothing is known about the packages, neither good nor bad: ask again where npm’s own registry can be reached.',
      ],
    }
  }
  const found = Object.entries(report.data.vulnerabilities).toSorted(
    ([, a], [, b]) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  )
  if (found.length === 0)
    return { code: 0, lines: ['✓ No hole is known in the packages of package-lock.json'] }
  const lines = found.map(([name, { severity, range, via }]) => {
    const why = via.map((each) => (typeof each === 'string' ? `by ${each}` : each.title))
    return `✗ ${severity}: ${name} ${range}`.trimEnd() + (why.length > 0 ? `: ${why.join('; ')}` : '')
  })
  return { code: 1, lines: [...lines, `  ${found.length} packages with known holes`] }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Told as what cannot be read.
    return null
  }
}
