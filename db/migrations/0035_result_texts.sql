CREATE TABLE "result_texts" (
	"sitting_id" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
