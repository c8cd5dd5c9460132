/** The heading row of a table. A column has one label, and is known by it. */
export function ColumnHeads({ labels }: Readonly<{ labels: readonly string[] }>) {
  return (
    <thead>
      <tr>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
