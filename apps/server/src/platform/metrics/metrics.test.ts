import { describe, expect, it } from 'vitest'
import { readPrometheusText } from '../../testing/prometheus-text.ts'
import { createCounter, createHistogram, writeMetrics } from './exposition.ts'
import { createMetrics } from './metrics.ts'

describe('the text for Prometheus', () => {
  it('escapes labels and adds up buckets', () => {
    const counter = createCounter('c_total', 'A \\ and\na break.')
    counter.add({ kind: 'a"b\\c\nd' })
    counter.add({ kind: 'a"b\\c\nd' }, 2)
    const histogram = createHistogram('h_seconds', 'Times.', [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 3]) histogram.observe({ route: 'x' }, value)
    expect(writeMetrics([counter.family, histogram.family])).toBe(
      [
        '# HELP c_total A \\\\ and\\na break.',
        '# TYPE c_total counter',
        'c_total{kind="a\\"b\\\\c\\nd"} 3',
        '',
        '# HELP h_seconds Times.',
        '# TYPE h_seconds histogram',
        'h_seconds_bucket{route="x",le="0.1"} 2',
        'h_seconds_bucket{route="x",le="1"} 3',
        'h_seconds_bucket{route="x",le="+Inf"} 4',
        'h_seconds_sum{route="x"} 3.65',
        'h_seconds_count{route="x"} 4',
        '',
      ].join('\n'),
    )
  })

  it('holds requests, loggers, jobs, the pool, the event loop and events', () => {
    const metrics = createMetrics()
    metrics.request('maintain-s', 404, 0.02)
    metrics.jobRan('sealing', 'done')
    metrics.securityEvent('signInFailed')
    metrics.acknowledged(0.3)
    metrics.watchDatabase({ totalCount: 5, idleCount: 3, waitingCount: 1 })
    const text = metrics.write()
    metrics.close()
    for (const line of [
      'heliograph_http_request_duration_seconds_bucket{route="maintain-s",status="4xx",le="0.025"} 1',
      'heliograph_job_runs_total{job="sealing",outcome="done"} 1',
      'heliograph_security_events_total{kind="signInFailed"} 1',
      'heliograph_logger_ack_seconds_bucket{le="0.25"} 0',
      'heliograph_database_connections{state="busy"} 2',
      'heliograph_database_waiting 1',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/heliograph_event_loop_lag_seconds\{quantile="0.99"\} [\d.e-]+\n/)
    // One fault, and Prometheus refuses the whole text.
    expect(readPrometheusText(text).size).toBe(10)
  })
})
