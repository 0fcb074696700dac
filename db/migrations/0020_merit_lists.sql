CREATE TABLE "merit_editions" (
	"id" text PRIMARY KEY NOT NULL,
	"exam_id" text NOT NULL,
	"rules" jsonb NOT NULL,
	"mark" text NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	"qualified" integer DEFAULT 0 NOT NULL,
	"twice" integer DEFAULT 0 NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merit_lists" (
	"exam_id" text PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"latest_id" text,
	"published_id" text,
	"published_at" timestamp with time zone,
	"published_by" text,
	"names" boolean DEFAULT false NOT NULL,
	"file_id" text
);
--> statement-breakpoint
CREATE TABLE "merit_places" (
	"edition_id" text NOT NULL,
	"place" integer NOT NULL,
	"rank" integer NOT NULL,
	"uid" text NOT NULL,
	"exam_id" text NOT NULL,
	"total" integer NOT NULL,
	"percentile" bigint NOT NULL,
	"sections" jsonb NOT NULL,
	"wrong" integer,
	"qualified" boolean NOT NULL,
	CONSTRAINT "merit_places_edition_id_place_pk" PRIMARY KEY("edition_id","place")
);
--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "category" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merit_lists" ADD CONSTRAINT "merit_lists_exam_id_exams_id_fk" FOREIGN KEY ("exam_id") REFERENCES "public"."exams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merit_places" ADD CONSTRAINT "merit_places_edition_id_merit_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."merit_editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "merit_places_by_uid" ON "merit_places" USING btree ("edition_id","uid");