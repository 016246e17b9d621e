/**
 * The rule of every cache that is filled after waiting: what was read is kept as current only if nothing that concerns
 * it changed while it was being read. It may be of before the change, and nobody tells of that change a second time.
 */
export class ReadsUnderWay<Change> {
  private readonly running = new Set<Change[]>()

  /** Call it before the question leaves; `changes` grows until `end`. */
  begin(): { readonly changes: readonly Change[]; end(): readonly Change[] } {
    const changes: Change[] = []
    this.running.add(changes)
    return {
      changes,
      end: () => {
        this.running.delete(changes)
        return changes
      },
    }
  }

  /** Tells every read that is under way. */
  tell(change: Change): void {
    for (const changes of this.running) changes.push(change)
  }
}
