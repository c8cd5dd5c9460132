import pg from 'pg'
const sums = new Map<string, {n:number, ms:number}>()
const orig = pg.Client.prototype.query as any
;(pg.Client.prototype as any).query = function (...a: any[]) {
  const text = (typeof a[0] === 'string' ? a[0] : a[0]?.text ?? a[0]?.constructor?.name ?? '?').trim().replace(/\s+/g,' ').slice(0, 60)
  const t = performance.now()
  const r = orig.apply(this, a)
  const done = () => { const s = sums.get(text) ?? {n:0,ms:0}; s.n++; s.ms += performance.now()-t; sums.set(text, s) }
  if (r && typeof r.then === 'function') r.then(done, done)
  return r
}
process.on('SIGTERM', () => { for (const [k,v] of [...sums].sort((a,b)=>b[1].ms-a[1].ms).slice(0,22)) process.stderr.write(`${v.ms.toFixed(0).padStart(8)} ms ${String(v.n).padStart(6)} x ${(v.ms/v.n).toFixed(1).padStart(7)}  ${k}\n`); const m = process.cpuUsage(); process.stderr.write(`cpu user ${m.user/1e6} sys ${m.system/1e6}\n`) })
await import('./ingest-child.ts')
