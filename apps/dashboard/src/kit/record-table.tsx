/**
 * A table of records, a page of them at a time, as the service filters and sorts them. j and k go through the rows, Enter
 * opens one, x selects one, a all of the page; [ and ] turn pages. What it shows lives in the address.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiFault } from '../api/fault.ts';
import { useMessages } from '../messages/language.tsx';
import type { ListState } from '../shell/frame-context.tsx';
import { useKeys } from '../shell/use-keys.ts';
import { Empty } from './empty.tsx';
import { Fault } from './fault.tsx';
import classes from './record-table.module.css';
import { type Selection, SelectionBar } from './selection.tsx';
import { SkeletonRows } from './skeletons.tsx';
import { SortHeader } from './sort-header.tsx';
import { TableFoot } from './table-foot.tsx';

/** So many rows fill a window: what is below them does not move when the real ones come. */
const screenful = 25;

export interface Column<T> {
  id: string;
  title: string;
  cell: (row: T) => ReactNode;
  /** By what the operation sorts, where it can. */
  sort?: string;
  align?: 'end';
  /** Shown only when somebody chooses it. */
  isOptional?: boolean;
  /** Stays when the window is narrow; the first column always does. */
  isNarrow?: boolean;
  /** Where the table is wider than its place, it stays in view at the end: what can be done with a row. */
  staysInView?: boolean;
  /** Its text comes after the rows: the room for it is kept, so that nothing moves then. */
  comesLater?: boolean;
}

export interface RecordTableProps<T> {
  /** What the table is, for whoever does not see it. */
  label: string;
  columns: Column<T>[];
  idOf: (row: T) => string;
  /** Undefined while the first page is on its way. */
  rows: T[] | undefined;
  /** How many there are in all. */
  total: number | undefined;
  fault: ApiFault | null;
  onAgain: () => void;
  /** The next page is on its way. */
  isChanging?: boolean;
  list: ListState;
  /** The address of a row's own page. */
  linkOf?: (row: T) => string;
  /** With it rows can be selected. */
  selection?: Selection;
  /** What can be done with those that are selected. */
  actions?: ReactNode;
  /** Where there is nothing, and no filter takes it away. */
  empty: ReactNode;
}

/** What a table shows of a list that was asked for. */
export function rowsIn<T>(
  query: UseQueryResult<{ data: T[]; pagination: { total: number } }, ApiFault>,
) {
  return {
    rows: query.data?.data,
    total: query.data?.pagination.total,
    fault: query.error,
    onAgain: () => void query.refetch(),
    isChanging: query.isPlaceholderData,
  };
}

/** The head and the foot stay whatever comes between them: nobody loses what they are about to click. */
export function RecordTable<T>(props: RecordTableProps<T>) {
  const { columns, total, list } = props;
  const shown = shownColumns(columns, list.columns);
  return (
    <div className={classes.table} data-changing={props.isChanging || undefined}>
      {props.selection && (
        <SelectionBar selection={props.selection} total={total ?? 0} actions={props.actions} />
      )}
      <Rows {...props} rows={props.fault ? [] : props.rows} columns={shown}>
        <InPlaceOfRows {...props} />
      </Rows>
      <TableFoot list={list} total={total} columns={columns} shown={shown} />
    </div>
  );
}

type InPlaceOfRowsProps<T> = Pick<
  RecordTableProps<T>,
  'fault' | 'onAgain' | 'rows' | 'list' | 'empty'
>;

function InPlaceOfRows<T>({ fault, onAgain, rows, list, empty }: InPlaceOfRowsProps<T>) {
  const isEmpty = rows?.length === 0 && list.page === 1;
  if (!fault && !isEmpty) return null;
  return (
    <div className={classes.instead}>
      {fault ? <Fault fault={fault} onAgain={onAgain} /> : <NoRows list={list} empty={empty} />}
    </div>
  );
}

function NoRows({ list, empty }: { list: ListState; empty: ReactNode }) {
  const { table } = useMessages();
  if (!list.filter) return empty;
  return (
    <Empty icon="filter" title={table.noMatch}>
      <button
        type="button"
        className={classes.quietButton}
        onClick={() => list.set({ filter: undefined })}
      >
        {table.clearFilter}
      </button>
    </Empty>
  );
}

/** Those that somebody chose, else all but the optional ones; in the order of the page. */
function shownColumns<T>(columns: Column<T>[], chosen: string | undefined): Column<T>[] {
  const names = chosen?.split(',');
  const shown = columns.filter(({ id, isOptional }) => names?.includes(id) ?? !isOptional);
  return shown.length > 0 ? shown : columns.slice(0, 1);
}

type RowsProps<T> = Pick<
  RecordTableProps<T>,
  'label' | 'columns' | 'rows' | 'idOf' | 'linkOf' | 'list' | 'selection'
> & { children: ReactNode };

function Rows<T>(props: RowsProps<T>) {
  const { label, columns, rows, idOf, linkOf, list, selection, children } = props;
  const { table } = useMessages();
  const active = useActiveRow({ rows: rows ?? [], idOf, linkOf, list, selection });
  const ids = rows?.map(idOf) ?? [];
  const isAllSelected = ids.length > 0 && ids.every((id) => selection?.has(id));
  return (
    <section className={classes.scroll} aria-label={label} tabIndex={-1}>
      <table aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.check}>
                <Check
                  label={table.selectPage}
                  isOn={isAllSelected}
                  isDisabled={ids.length === 0}
                  isPartly={!isAllSelected && ids.some((id) => selection.has(id))}
                  onTurn={() => selection.setPage(ids, !isAllSelected)}
                />
              </th>
            )}
            {columns.map((column, place) => (
              <SortHeader
                key={column.id}
                title={column.title}
                sort={column.sort}
                list={list}
                isEnd={column.align === 'end'}
                isNarrow={place === 0 || column.isNarrow === true}
                staysInView={column.staysInView === true}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={active.body}>
          {rows === undefined && (
            <SkeletonRows
              columns={columns.length + (selection ? 1 : 0)}
              rows={Math.min(list.size, screenful)}
            />
          )}
          {rows?.map((row, place) => (
            <Row
              key={idOf(row)}
              row={row}
              columns={columns}
              link={linkOf?.(row)}
              isActive={place === active.place}
              isSelected={selection?.has(idOf(row))}
              onSelect={selection && (() => selection.toggle(idOf(row)))}
            />
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

interface RowProps<T> {
  row: T;
  columns: Column<T>[];
  link: string | undefined;
  isActive: boolean;
  isSelected: boolean | undefined;
  onSelect: (() => void) | undefined;
}

function Row<T>({ row, columns, link, isActive, isSelected, onSelect }: RowProps<T>) {
  const { table } = useMessages();
  return (
    <tr data-active={isActive || undefined} data-selected={isSelected || undefined}>
      {onSelect && (
        <td className={classes.check}>
          <Check label={table.selectRow} isOn={isSelected ?? false} onTurn={onSelect} />
        </td>
      )}
      {columns.map(({ id, cell, align, isNarrow, staysInView, comesLater }, place) => (
        <td
          key={id}
          data-end={align === 'end' || undefined}
          data-narrow={place === 0 || isNarrow || undefined}
          data-later={comesLater || undefined}
          data-stays={staysInView || undefined}
        >
          {place === 0 && link ? (
            <Link to={link} className={classes.link}>
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

interface CheckProps {
  label: string;
  isOn: boolean;
  isPartly?: boolean;
  isDisabled?: boolean;
  onTurn: () => void;
}

/** The browser's own: there is one in each row. */
function Check({ label, isOn, isPartly = false, isDisabled = false, onTurn }: CheckProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      onChange={onTurn}
    />
  );
}

type ActiveRowProps<T> = Pick<RecordTableProps<T>, 'idOf' | 'linkOf' | 'list' | 'selection'> & {
  rows: T[];
};

/** The row that the keyboard is at; -1 before the first key. */
function useActiveRow<T>({ rows, idOf, linkOf, list, selection }: ActiveRowProps<T>) {
  const [place, setPlace] = useState(-1);
  const body = useRef<HTMLTableSectionElement>(null);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin anew
  useEffect(() => setPlace(-1), [list.page, list.filter, list.sort]);
  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), rows.length - 1);
    setPlace(next);
    body.current?.rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  const row = rows[place];
  useKeys({
    j: () => go(place + 1),
    k: () => go(place - 1),
    x: () => row && selection?.toggle(idOf(row)),
    a: () => selection?.setPage(rows.map(idOf), true),
    Escape: () => (selection && selection.count > 0 ? selection.clear() : false),
    Enter: (event) => {
      const link = row && linkOf?.(row);
      if (!link || event.target !== document.body) return false;
      return navigate({ to: link });
    },
    '[': () => list.page > 1 && list.set({ page: list.page - 1 }),
    ']': () => rows.length === list.size && list.set({ page: list.page + 1 }),
  });
  return { place, body };
}
