-- stop first: the log is written anew, a row for what arrived together instead of one for each event
CREATE TABLE "sitting_arrivals" (
	"sitting_id" text NOT NULL,
	"device_id" text NOT NULL,
	"seq" integer NOT NULL,
	"epoch" integer NOT NULL,
	"received_at" bigint NOT NULL,
	"events" json NOT NULL,
	CONSTRAINT "sitting_arrivals_sitting_id_device_id_seq_received_at_pk" PRIMARY KEY("sitting_id","device_id","seq","received_at")
);
--> statement-breakpoint
-- A list of pages counts whole; anything else longer than an option's name was refused, and once was kept whole.
INSERT INTO "sitting_arrivals"
SELECT "sitting_id", "device_id", min("seq"), "epoch", "received_at",
  json_agg(json_build_array("seq", "type", left("qid", 64),
    left("answer", CASE WHEN "refusal" IS NULL AND "type" = 'documents' THEN 2600 ELSE 64 END), "at", "elapsed", "refusal") ORDER BY "seq")
FROM "sitting_events" GROUP BY "sitting_id", "device_id", "epoch", "received_at";
--> statement-breakpoint
DROP TABLE "sitting_events";
--> statement-breakpoint
-- The log as a row for each event. What was carried here, and turned out to have been received earlier, arrived twice.
CREATE VIEW "sitting_events" AS
SELECT DISTINCT ON ("sitting_id", "device_id", "seq") "sitting_id", "device_id", (e->>0)::int AS "seq", "epoch", e->>1 AS "type", e->>2 AS "qid",
  e->>3 AS "answer", (e->>4)::bigint AS "at", (e->>5)::bigint AS "elapsed", "received_at", e->>6 AS "refusal"
FROM (SELECT "sitting_id", "device_id", "epoch", "received_at", json_array_elements("events") AS e FROM "sitting_arrivals") a
ORDER BY "sitting_id", "device_id", "seq", "received_at";
