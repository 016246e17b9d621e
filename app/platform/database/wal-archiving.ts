/** Below the data directory: where it is there, finished WAL is copied into it. */
export const walArchive = 'wal-archive'

/** Each file whole or not at all, and none is ever replaced by another. */
export function archiveSettings(folder: string): [string, string][] {
  const place = `'${folder.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`
  const copy = `cp %p ${place}/.%f.tmp && sync ${place}/.%f.tmp && mv ${place}/.%f.tmp ${place}/%f`
  return [
    ['archive_mode', 'on'],
    ['archive_command', `if test -e ${place}/%f; then cmp -s %p ${place}/%f; else ${copy}; fi`],
    // Seconds: what is lost at most when the machine is lost, beside the minute until it is sent away.
    ['archive_timeout', '300'],
  ]
}
