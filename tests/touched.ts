/** Counts every figure that is read or written in some columns. */
export function watched<Figures extends object>(figures: Figures, count: { touched: number }): Figures {
  return new Proxy(figures, {
    get(target, key) {
      if (typeof key === 'string' && /^\d/.test(key)) count.touched += 1
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' && key !== 'constructor' ? value.bind(target) : value
    },
    set(target, key, value) {
      count.touched += 1
      return Reflect.set(target, key, value, target)
    },
  })
}

/** The most figures that are touched between two turns of others, the taking in at the end included. */
export function mostTouched(count: { touched: number }, work: Generator<number, unknown>) {
  let most = 0
  let slices = 0
  for (let done = false; !done; slices++) {
    const before = count.touched
    const step = work.next()
    if (typeof step.value === 'function') step.value()
    most = Math.max(most, count.touched - before)
    done = step.done === true
  }
  return { most, slices }
}
