/**
 * `npm run sbom [-- <file>] [--with-development] [--licences]`: the bill of materials of what is delivered, as CycloneDX JSON, from
 * package-lock.json alone: no network is asked. `--licences` prints what each package states instead.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { licencesOf } from './licences.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

export type Bill = {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string } }
  components: {
    'bom-ref': string
    name: string
    version: string
    purl: string
    hashes?: { alg: string; content: string }[]
  }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

type Locked = { version: string; name?: string; dev?: boolean; link?: boolean }

/**
 * Of everything, or of what is delivered. npm is asked for everything: with `--omit dev` it leaves out what development
 * needs as well (npm 11). @throws where npm cannot read the lock file
 */
export function billOfMaterials({ withDevelopment }: { withDevelopment: boolean }): Bill {
  const words = [
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--offline',
  ]
  const text = execFileSync('npm', ['sbom', ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  const bill = JSON.parse(text) as Bill
  // npm calls it by the folder that it lies in.
  bill.metadata.component.name = read('package.json').name
  if (withDevelopment) return bill
  const delivered = new Set(
    Object.entries(read('package-lock.json').packages as Record<string, Locked>)
      .filter(([path, { dev }]) => path === '' || dev !== true)
      .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`),
  )
  const components = bill.components.filter(({ name, version }) => delivered.has(`${name}@${version}`))
  const references = new Set(components.map((each) => each['bom-ref']))
  const isDelivered = (reference: string) =>
    references.has(reference) || !bill.components.some((each) => each['bom-ref'] === reference)
  return {
    ...bill,
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => isDelivered(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isDelivered) })),
  }
}

/** A line for each package: name, version, licence, and whether it is used to develop alone. */
export function licenceLines(): string[] {
  const packages = read('package-lock.json').packages
  const installed = (path: string) => {
    const file = join(path, 'package.json')
    return existsSync(join(root, file)) ? read(file) : null
  }
  return licencesOf(packages, installed)
    .map(
      ({ name, path, states, development }) =>
        `${name}@${packages[path].version}\t${states ?? 'states none'}${development ? '\tdevelopment' : ''}`,
    )
    .toSorted()
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'with-development': { type: 'boolean', default: false },
      licences: { type: 'boolean', default: false },
    },
  })
  if (values.licences) {
    process.stdout.write(`${licenceLines().join('\n')}\n`)
    return
  }
  const file = positionals[0] ?? 'build/sbom.cdx.json'
  const bill = billOfMaterials({ withDevelopment: values['with-development'] })
  mkdirSync(dirname(resolve(file)), { recursive: true })
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`✓ ${bill.components.length} packages in ${file}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
