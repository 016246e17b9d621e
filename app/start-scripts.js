{
  const { files, routes, entry } = JSON.parse(document.getElementById('modules').textContent)
  let started = false
  const start = async () => {
    if (started) return
    started = true
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    for (const file of files) {
      await import(file)
      await new Promise((next) => setTimeout(next))
    }
    const modules = {}
    for (const [id, parts] of routes) {
      modules[id] = Object.assign({}, ...(await Promise.all(parts.map((file) => import(file)))))
    }
    window.__reactRouterRouteModules = modules
    await import(entry)
  }
  const whenPainted = () =>
    new PerformanceObserver(() => setTimeout(start)).observe({ type: 'paint', buffered: true })
  addEventListener('load', whenPainted, { once: true })
  addEventListener('DOMContentLoaded', () => setTimeout(start, document.hidden ? 0 : 3000), { once: true })
}
