import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billOfMaterials, licenceLines } from './sbom.ts'

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

test('the bill of materials names what is delivered, with versions and hashes, and no registry', () => {
  const bill = billOfMaterials({ withDevelopment: false })
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'rheingold' } } })
  const found = new Map(bill.components.map((each) => [each.name, each]))
  for (const [name, version] of Object.entries(dependencies))
    expect(found.get(name)?.version, name).toBe(version)
  // Types of packages may be wanted by packages that are delivered.
  for (const name of ['vitest', '@playwright/test', 'dictionary-de']) {
    expect(devDependencies).toHaveProperty(name)
    expect(found.has(name), name).toBe(false)
  }
  // The lock file has no checksum of some builds for other systems.
  const unchecked = bill.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512'))
  expect(unchecked.length).toBeLessThan(bill.components.length / 20)
  const { $schema: _schema, ...said } = bill as typeof bill & { $schema?: string }
  expect(JSON.stringify(said)).not.toMatch(/https?:/)
})

test('what each package states is told, those of development apart', () => {
  const lines = licenceLines()
  expect(lines).toContain(`hono@${dependencies.hono}\tMIT`)
  expect(lines).toContain(`axe-core@${devDependencies['axe-core']}\tMPL-2.0\tdevelopment`)
})
