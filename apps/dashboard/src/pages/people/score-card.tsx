import { Text } from '@mantine/core';
import { ApiFault } from '../../api/fault.ts';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { useFormat } from '../../kit/format.ts';
import { Lines } from '../../kit/lines.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { When } from '../../kit/when.tsx';
import { useMessages } from '../../messages/language.tsx';
import classes from './score.module.css';
import { StageMark } from './score.tsx';

/** The person in brief: behavior, stage, and the score's parts. */
export function ScoreCard({ id }: { id: string }) {
  const { people } = useMessages();
  const format = useFormat();
  const { data, error, refetch } = useRead('GET /identities/{id}/personality', {
    params: { id },
  });
  if (error instanceof ApiFault && error.code === 'not_found') {
    return (
      <Card title={people.summary}>
        <Text size="sm" c="dimmed">
          {people.noScore}
        </Text>
      </Card>
    );
  }
  if (error) return <Fault fault={error} onAgain={() => void refetch()} />;
  if (!data) return <SkeletonBlock height={180} />;
  const { intent_score: score, stage, persona, reasons, computed_at: at } = data.data;
  return (
    <Card title={people.summary}>
      <div className={classes.head}>
        <span className={classes.large} title={people.scoreText}>
          {people.score(format.number(score))}
        </span>
        <StageMark stage={stage} />
        <span>{people.persona(persona)}</span>
      </div>
      <Text size="sm" fw={600} component="h3" m={0}>
        {people.whyScore}
      </Text>
      <Lines
        label={people.whyScore}
        empty={people.noScore}
        lines={reasons.map(({ factor, points, ...fact }) => ({
          id: factor,
          main: people.factor(factor),
          note: people.scoreFact(factor, fact),
          side: <span className={classes.points}>{signed(points)}</span>,
        }))}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {people.scoreAsOf} <When at={at} />
      </Text>
    </Card>
  );
}

function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}
