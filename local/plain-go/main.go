// A plain Go service, to compare Sugang with: what a team would write without thinking of faults. A script that takes the
// seat in Redis, an INSERT before 201, students out of Redis. No repair, no fallback, no metrics, no validation to speak of.
// What it does not do costs it nothing, so it is a figure to compare with and not a service to run.
//
// It reads the environment of an instance (InstanceSettings in ops/), and answers its readiness.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/redis/go-redis/v9"
)

const (
	full            = 2
	alreadyEnrolled = 3

	duplicate = 1062 // MySQL: a key forbids the row
	pool      = 32   // connections to MySQL, as many as an instance of Sugang has request threads
	batch     = 1000 // commands in a pipeline
)

var enroll = redis.NewScript(`
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 3 end
if redis.call('SCARD', KEYS[1]) >= tonumber(redis.call('GET', KEYS[2]) or '0') then return 2 end
redis.call('SADD', KEYS[1], ARGV[1])
return 1`)

type student struct {
	StudentID     int64  `json:"studentId"`
	StudentNumber string `json:"studentNumber"`
	Name          string `json:"name"`
	Email         string `json:"email"`
	Department    string `json:"department"`
	Grade         int    `json:"grade"`
}

type wish struct {
	StudentID int64 `json:"studentId"`
	CourseID  int64 `json:"courseId"`
}

type enrollment struct {
	EnrollmentID int64     `json:"enrollmentId"`
	StudentID    int64     `json:"studentId"`
	CourseID     int64     `json:"courseId"`
	EnrolledAt   time.Time `json:"enrolledAt"`
}

type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Code   string `json:"code"`
}

type service struct {
	redis  *redis.Client
	byID   *sql.Stmt
	insert *sql.Stmt
	lastID atomic.Int64
}

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	config := mysql.NewConfig()
	config.Net, config.Addr = "tcp", net.JoinHostPort(os.Getenv("MYSQL_HOST"), os.Getenv("MYSQL_PORT"))
	config.User, config.Passwd = os.Getenv("MYSQL_USER"), os.Getenv("MYSQL_PASSWORD")
	config.DBName = os.Getenv("MYSQL_DATABASE")
	connector, err := mysql.NewConnector(config)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(pool)
	db.SetMaxIdleConns(pool)
	s := &service{redis: redis.NewClient(&redis.Options{
		Addr:     net.JoinHostPort(os.Getenv("REDIS_HOST"), os.Getenv("REDIS_PORT")),
		Username: os.Getenv("REDIS_USER"), Password: os.Getenv("REDIS_PASSWORD"), PoolSize: 2 * pool,
	})}
	// Above those of an earlier run, below those that ./sugang bench fills courses with; another port, another range.
	port, err := strconv.ParseInt(os.Getenv("SERVER_PORT"), 10, 64)
	if err != nil {
		return err
	}
	s.lastID.Store(time.Now().Unix()*1_000_000 + port%10*100_000_000_000_000)
	if s.byID, err = db.PrepareContext(ctx, "SELECT student_id, student_number, name, email, department, grade"+
		" FROM student WHERE student_id = ?"); err != nil {
		return err
	}
	if s.insert, err = db.PrepareContext(ctx, "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)"+
		" VALUES (?, ?, ?, ?)"); err != nil {
		return err
	}
	if err := s.load(ctx, db); err != nil {
		return err
	}
	api := http.NewServeMux()
	api.HandleFunc("GET /api/students/{id}", s.getStudent)
	api.HandleFunc("POST /api/enrollments", s.postEnrollment)
	management := http.NewServeMux()
	management.HandleFunc("GET /actuator/health/readiness", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"status": "UP"})
	})
	ended := make(chan error, 2)
	go func() { ended <- http.ListenAndServe(address("SERVER"), api) }()
	go func() { ended <- http.ListenAndServe(address("MANAGEMENT_SERVER"), management) }()
	return <-ended
}

func address(prefix string) string {
	return net.JoinHostPort(os.Getenv(prefix+"_ADDRESS"), os.Getenv(prefix+"_PORT"))
}

func students(course int64) string { return fmt.Sprintf("course:{%d}:students", course) }

func capacity(course int64) string { return fmt.Sprintf("course:{%d}:capacity", course) }

// load puts capacities and rosters into Redis.
func (s *service) load(ctx context.Context, db *sql.DB) error {
	pipe := s.redis.Pipeline()
	each := func(query string, add func(first, second int64)) error {
		rows, err := db.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var first, second int64
			if err := rows.Scan(&first, &second); err != nil {
				return err
			}
			add(first, second)
			if pipe.Len() >= batch {
				if _, err := pipe.Exec(ctx); err != nil {
					return err
				}
			}
		}
		return rows.Err()
	}
	if err := each("SELECT course_id, capacity FROM course", func(course, seats int64) {
		pipe.Set(ctx, capacity(course), seats, 0)
	}); err != nil {
		return err
	}
	if err := each("SELECT course_id, student_id FROM enrollment", func(course, student int64) {
		pipe.SAdd(ctx, students(course), student)
	}); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

func (s *service) getStudent(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST", "an id is a whole number")
		return
	}
	key := "student:" + strconv.FormatInt(id, 10)
	body, err := s.redis.Get(r.Context(), key).Bytes()
	if err != nil {
		var found student
		err := s.byID.QueryRowContext(r.Context(), id).Scan(
			&found.StudentID, &found.StudentNumber, &found.Name, &found.Email, &found.Department, &found.Grade)
		if errors.Is(err, sql.ErrNoRows) {
			refuse(w, http.StatusNotFound, "STUDENT_NOT_FOUND", "there is no such student")
			return
		}
		if err == nil {
			body, err = json.Marshal(found)
		}
		if err != nil {
			refuse(w, http.StatusServiceUnavailable, "UNAVAILABLE", err.Error())
			return
		}
		s.redis.Set(r.Context(), key, body, time.Hour)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(body)
}

func (s *service) postEnrollment(w http.ResponseWriter, r *http.Request) {
	var want wish
	if err := json.NewDecoder(r.Body).Decode(&want); err != nil || want.StudentID < 1 || want.CourseID < 1 {
		refuse(w, http.StatusBadRequest, "BAD_REQUEST", "studentId and courseId are whole numbers from 1 on")
		return
	}
	roster := students(want.CourseID)
	code, err := enroll.Run(r.Context(), s.redis, []string{roster, capacity(want.CourseID)}, want.StudentID).Int()
	switch {
	case err != nil:
		refuse(w, http.StatusServiceUnavailable, "UNAVAILABLE", err.Error())
		return
	case code == full:
		refuse(w, http.StatusConflict, "COURSE_FULL", fmt.Sprintf("All seats of course %d are taken.", want.CourseID))
		return
	case code == alreadyEnrolled:
		refuseEnrolled(w, want.CourseID)
		return
	}
	row := enrollment{s.lastID.Add(1), want.StudentID, want.CourseID, time.Now().UTC()}
	if _, err := s.insert.ExecContext(r.Context(), row.EnrollmentID, row.StudentID, row.CourseID, row.EnrolledAt); err != nil {
		s.redis.SRem(context.Background(), roster, want.StudentID)
		var refused *mysql.MySQLError
		if errors.As(err, &refused) && refused.Number == duplicate {
			refuseEnrolled(w, want.CourseID)
			return
		}
		refuse(w, http.StatusServiceUnavailable, "UNAVAILABLE", err.Error())
		return
	}
	answer(w, http.StatusCreated, row)
}

func refuseEnrolled(w http.ResponseWriter, course int64) {
	refuse(w, http.StatusConflict, "ALREADY_ENROLLED", fmt.Sprintf("The student has a seat in course %d.", course))
}

func refuse(w http.ResponseWriter, status int, code, detail string) {
	answer(w, status, problem{http.StatusText(status), status, detail, code})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}
