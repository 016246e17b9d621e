import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartFault } from '../start-fault.ts'

/**
 * Under which account PostgreSQL's programs run. PostgreSQL refuses to run as root; no account of the
 * host is created for it.
 */
export type PostgresAccount = {
  kind: 'self' | 'namespace' | 'other-account'
  /** Who owns the files, or `null` where they simply stay with this process's user. */
  uid: number | null
  /** Wraps a command line so that it runs under the account. */
  command(program: string, args: readonly string[]): [string, string[]]
  spawnOptions: { uid?: number; gid?: number }
}

const nobody = 65534

/**
 * Chooses the account for a cluster directory: this process's own user; as root a user namespace in which
 * root is somebody else (files stay root's); else another account: the one that owns the data already,
 * the one that owns the folder, or nobody's.
 * @param dataDir the folder that holds (or will hold) the cluster
 * @param clusterDir the cluster's own folder, which need not exist
 * @param programs what the account must be able to execute
 * @throws {StartFault} when there is no way
 */
export function choosePostgresAccount(
  dataDir: string,
  clusterDir: string,
  programs: readonly string[],
): PostgresAccount {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasPasswordEntry()) return self
  const clusterOwner = ownerOf(clusterDir)
  const ways: PostgresAccount[] = []
  const namespace = namespaceAccount()
  if (namespace && (clusterOwner === null || clusterOwner === process.getuid?.())) ways.push(namespace)
  if (isRoot) {
    const owner = clusterOwner || ownerOf(dataDir) || nobody
    ways.push(otherAccount(owner, false), otherAccount(owner, true))
  }
  for (const way of ways) if (reaches(way, dataDir, programs)) return way
  throw new StartFault(
    isRoot
      ? 'PostgreSQL does not run as root, and neither a user namespace (unshare) nor another account (setpriv) could be used for it. Start the shop as an ordinary user, or set DATABASE_URL.'
      : `PostgreSQL needs an account name, and user id ${process.getuid?.()} has none. Give it an entry in /etc/passwd, or set DATABASE_URL.`,
  )
}

/** Creates a folder that belongs to the account and is closed to everybody else. */
export function makeFolderFor(account: PostgresAccount, folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
  if (account.uid !== null) chownSync(folder, account.uid, account.uid)
}

/** Gives an existing cluster to the account: it may have been made by root on a machine with namespaces. */
export function giveTo(account: PostgresAccount, folder: string): void {
  const { uid } = account
  if (uid === null || statSync(folder).uid === uid) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, uid, uid)
  }
  // Last, so that an interrupted hand-over is seen and done again.
  chownSync(folder, uid, uid)
}

const self: PostgresAccount = {
  kind: 'self',
  uid: null,
  command: (program, args) => [program, [...args]],
  spawnOptions: {},
}

function namespaceAccount(): PostgresAccount | null {
  if (process.platform !== 'linux') return null
  const id = firstOrdinaryId()
  if (id === null) return null
  const flags = ['--user', `--map-user=${id}`, `--map-group=${id}`, '--']
  return {
    kind: 'namespace',
    uid: null,
    command: (program, args) => ['unshare', [...flags, program, ...args]],
    spawnOptions: {},
  }
}

/**
 * @param throughClosedFolders lets the account pass folders that only root may enter (0700 on the way to
 * the data or to node_modules), by one capability instead of a copy of everything
 */
function otherAccount(uid: number, throughClosedFolders: boolean): PostgresAccount {
  const flags = [
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return {
    kind: 'other-account',
    uid,
    command: (program, args) =>
      throughClosedFolders ? ['setpriv', [...flags, '--', program, ...args]] : [program, [...args]],
    spawnOptions: throughClosedFolders ? {} : { uid, gid: uid },
  }
}

/** The account must be able to enter the data folder and to run the programs. */
function reaches(account: PostgresAccount, dataDir: string, programs: readonly string[]): boolean {
  const [file, args] = account.command('/bin/sh', [
    '-c',
    'cd "$0" && for program; do "$program" --version || exit 1; done',
    dataDir,
    ...programs,
  ])
  return spawnSync(file, args, { ...account.spawnOptions, cwd: '/', stdio: 'ignore' }).status === 0
}

function ownerOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.uid ?? null
}

function hasPasswordEntry(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** initdb looks its user's name up, so the namespace's user must be one that this system knows. */
function firstOrdinaryId(): number | null {
  let passwd: string
  try {
    passwd = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return null
  }
  for (const line of passwd.split('\n')) {
    const id = Number(line.split(':')[2])
    if (Number.isInteger(id) && id > 0) return id
  }
  return null
}
