import type { MakerFormat } from './format.ts'

export const victron: readonly MakerFormat[] = [
  {
    id: 'vrm-log',
    maker: 'Victron VRM',
    variant: 'Log download',
    evidence: 'seen',
    // By Victron's list of registers: the grid counts what is bought as positive, the battery what it is charged with.
    // The line of devices, over the names, counts as heading or not.
    known: [['timestamp*', '*/*(*:*)'], '*pv - *c-coupled*'],
    columns: [
      { heads: ['*pv - ac-coupled on *', '*pv - dc-coupled*'], flow: 'generation', form: 'power' },
      { heads: ['*grid l*'], flow: 'import', form: 'power', hasBothSigns: true },
      { heads: ['*ac consumption l*'], flow: 'load', form: 'power' },
      { heads: ['*system overview* battery power*'], flow: 'charge', form: 'power', hasBothSigns: true },
    ],
    time: ['timestamp*', '*/*(*:*)'],
  },
]
